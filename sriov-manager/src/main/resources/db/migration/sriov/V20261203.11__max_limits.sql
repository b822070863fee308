-- What a function may have at most where that is more than its guarantee, by resource as the API names it.
ALTER TABLE virtual_function ADD COLUMN max_limits jsonb NOT NULL DEFAULT '{}';
