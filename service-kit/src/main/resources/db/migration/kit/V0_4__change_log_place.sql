-- A log is the same one only where it is: a dump that was restored, a copied database, a database brought back to a point in
-- time and a standby that took over have other ids, as positions there may be given a second time.
CREATE VIEW change_log AS
SELECT md5(concat_ws('/',
        log_id,
        (SELECT system_identifier FROM pg_control_system()),
        -- The timeline.
        left(pg_walfile_name(pg_current_wal_insert_lsn()), 8),
        (SELECT oid FROM pg_database WHERE datname = current_database()),
        'change_head'::regclass::oid))::uuid AS log_id,
    pos,
    floor
FROM change_head;
