"""What is copied into a loop of choices keeps its registers, variables and buffers apart."""

from typing import get_args

import attrs
import pytest

from interpreter.native.ir import nodes

NUMBERS = {"code", "loop", "steps", "rows", "at", "width"}
"""Whole numbers of instructions that are the same in every function."""


@pytest.mark.parametrize("kind", get_args(nodes.Instruction), ids=lambda kind: kind.__name__)
def test_the_fields_of_an_instruction_are_those_that_a_copy_renames(kind):
    for field in attrs.fields(kind):
        if field.type in ("Operand", "Reg", "Reg | None"):
            continue  # whatever holds a register is renamed
        if "Operand" in field.type or "Reg" in field.type:
            assert (field.name, field.type) == ("args", "tuple[Operand, ...]")
        if field.type in ("int", "Width"):
            assert field.name in NUMBERS | {"variable", "buffer"}
