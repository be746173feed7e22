/**
 * Unseen beside controls that are not ours: whichever of them has the focus keeps its keys.
 *
 * JupyterLab asks the focused element; without this, d pressed twice on a slider deletes the cell.
 */

import { setAttribute } from "./shared.js";

const BOX = ".lg-keeps-keys";

function render({ el }) {
  let box = null;
  let waiting = 0;
  const keep = ({ target }) => setAttribute(target, "data-lm-suppress-shortcuts", "true");
  // A view is rendered before it stands in the page.
  const begin = () => {
    box = el.closest(BOX);
    if (box) box.addEventListener("focusin", keep);
    else waiting = requestAnimationFrame(begin);
  };
  begin();
  return () => {
    cancelAnimationFrame(waiting);
    box?.removeEventListener("focusin", keep);
  };
}

export default { render };
