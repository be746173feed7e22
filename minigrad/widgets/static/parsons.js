import { element } from "./shared.js";
function render({ model, el }) {
  el.append(element("p", {}, model.get("payload").question));
}
export default { render };
