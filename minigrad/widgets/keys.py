"""Controls that come from ipywidgets keep their keys from JupyterLab, too."""

import anywidget

from minigrad.widgets.esm import esm

BOX = "lg-keeps-keys"


class KeepKeys(anywidget.AnyWidget):
    """Put it, unseen, into a box with the class `BOX`: keys pressed in that box stay there."""

    _esm = esm("keys")

    def __init__(self):
        super().__init__(layout={"display": "none"})
