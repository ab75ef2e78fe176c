"""What the interpreter keeps on disk between two runs (`rulelang.keeping`): checked core trees."""
