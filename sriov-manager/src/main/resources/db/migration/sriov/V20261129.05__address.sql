-- Addresses given out, and those given back that rest before they are given out again. next_host walks through the pool, so
-- that an address comes up again as late as can be.
CREATE TABLE address_cursor (
    only_row  boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    next_host bigint  NOT NULL
);
INSERT INTO address_cursor (next_host) VALUES (0);

CREATE TABLE vf_address (
    address     text        PRIMARY KEY,
    vf          uuid        UNIQUE REFERENCES virtual_function (uid),
    released_at timestamptz,
    CHECK ((vf IS NULL) = (released_at IS NOT NULL))
);
