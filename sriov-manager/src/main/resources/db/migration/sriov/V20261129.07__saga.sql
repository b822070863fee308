-- Where each running saga is. step is the next to run: its action when forward, its undo when not.
CREATE TABLE saga (
    operation_id uuid    PRIMARY KEY REFERENCES operation (id),
    step         integer NOT NULL,
    forward      boolean NOT NULL,
    attempts     integer NOT NULL,
    problem      jsonb
);

-- What must be given back: a charge in the ledger for a VF, by the operation that reserved it. A VF with one cannot go.
CREATE TABLE vf_charge (
    operation_id uuid        PRIMARY KEY,
    vf           uuid        NOT NULL REFERENCES virtual_function (uid),
    amounts      jsonb       NOT NULL,
    committed    boolean     NOT NULL,
    renewed_at   timestamptz NOT NULL
);
CREATE INDEX vf_charge_vf ON vf_charge (vf);
