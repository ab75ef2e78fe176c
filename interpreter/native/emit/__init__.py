"""From IR to LLVM's text (`text`) and machine code (`llvm`, the only module that knows LLVM)."""
