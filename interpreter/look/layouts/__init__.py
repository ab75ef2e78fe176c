"""Layouts of graphs, computed once by `rulelang look --places` and kept as data.

`starts` draws without crossings what can be (the only file that knows networkx), `settling`
improves a drawing without making crossings, `framing` turns it for the page. Drawing a picture
needs none of this.
"""
