"""The examples of all docstrings run."""

import doctest
import inspect

import pytest

import scorebook


def documented():
    yield "scorebook", scorebook.__doc__
    for name in scorebook.__all__:
        thing = getattr(scorebook, name)
        yield name, thing.__doc__
        if inspect.isclass(thing):
            for inner, method in vars(thing).items():
                if not inner.startswith("_"):
                    yield f"{name}.{inner}", method.__doc__


@pytest.mark.parametrize(("name", "text"), [pair for pair in documented() if pair[0] != "__version__"])
def test_is_documented_and_true(name, text):
    assert text and text.strip(), f"{name} has no docstring"
    pytest.importorskip("pyarrow")
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    result = doctest.DocTestRunner().run(test)
    assert result.failed == 0


def test_there_are_examples():
    with_examples = [name for name, text in documented() if ">>>" in (text or "")]
    assert {"verify", "convert", "read_move", "explain", "position", "read_arrow", "Game"} <= set(with_examples)
