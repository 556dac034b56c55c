"""The steps, one module each, in the order of their numbers; a step that was released is never changed."""
