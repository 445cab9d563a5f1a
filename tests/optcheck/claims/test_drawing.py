"""Drawings are well-formed whatever they are called."""

from __future__ import annotations

from xml.etree import ElementTree

from proofs_numeric._figures import line_drawing


def test_titles_labels_and_colours_cannot_become_markup() -> None:
    hostile = '</text><script>alert(1)</script> a < b & "c"'
    drawn = line_drawing(hostile, (0, 1), (0, 1), [(hostile, '"/><script>', lambda x: x)], [0.5])
    tree = ElementTree.fromstring(drawn)
    assert {element.tag.rpartition("}")[2] for element in tree.iter()} == {"svg", "title", "text", "path", "polyline"}
    assert [text for text in tree.itertext() if text == hostile] == [hostile] * 3
