"""What is proved and found about one specification, made once for all that are alike."""

from __future__ import annotations

from rulelang import core
from rulelang.prove.memory import Examined, Memory
from rulelang.prove.whole import digests


def examined(spec: core.Spec, memory: Memory) -> Examined:
    """Return what is found about a specification; what is known of one like it is not made again.

    `memory`: what was found before, of this text or another one; it grows.
    """
    digest = digests(spec, memory.parts)

    def make() -> Examined:
        # What is known needs none of these, and they take long to import.
        from rulelang.prove.prover import prove  # noqa: PLC0415 - see above
        from rulelang.secrecy.common import Common  # noqa: PLC0415 - see above
        from rulelang.secrecy.leaks import leaks  # noqa: PLC0415 - see above

        proof = prove(spec, memory)
        told = leaks(spec, memory.common(digest.declared, Common), memory.footprints(spec))
        return Examined(
            (*proof.failures, *told.found),
            (*proof.obligations, *told.obligations(spec)),
            tuple(proof.tests.items()),
            memory.anchors,
        )

    return memory.examined(digest.whole, make)
