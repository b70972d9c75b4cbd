/**
 * Adds digests that reveal a manual change of figures on invoices (steps/digests.ts). Triggers set them for rows that a
 * replica of the previous release writes; the statements at the end set them for existing rows.
 */
export const digests = {
  sql: `
    ALTER TABLE account ADD COLUMN digest TEXT;
    ALTER TABLE account_month ADD COLUMN digest TEXT;

    CREATE FUNCTION digest_of(TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE
      AS $$ SELECT encode(sha256(convert_to($1, 'UTF8')), 'hex') $$;

    CREATE FUNCTION account_seal() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      NEW.digest := digest_of(concat_ws(' ', NEW.id, NEW.period, NEW.anchor_at, NEW.period_ends_at, NEW.allowance, NEW.plan));
      RETURN NEW;
    END $$;
    CREATE TRIGGER account_sealed BEFORE INSERT ON account
      FOR EACH ROW WHEN (NEW.digest IS NULL) EXECUTE FUNCTION account_seal();
    CREATE TRIGGER account_resealed BEFORE UPDATE OF period ON account
      FOR EACH ROW WHEN (NEW.period <> OLD.period) EXECUTE FUNCTION account_seal();

    CREATE FUNCTION account_month_seal() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF EXISTS (SELECT 1 FROM account WHERE id = NEW.account_id
          AND digest <> digest_of(concat_ws(' ', id, period, anchor_at, period_ends_at, allowance, plan))) THEN
        NEW.digest := 'changed';
      ELSE
        NEW.digest := digest_of(concat_ws(' ', NEW.account_id, NEW.period, NEW.starts_at, NEW.ends_at, NEW.allowance,
          coalesce(NEW.overage_rate, -1), NEW.ended_by, CASE WHEN NEW.calls_purged THEN NEW.used ELSE -1 END, NEW.plan));
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER account_month_sealed BEFORE INSERT ON account_month
      FOR EACH ROW WHEN (NEW.digest IS NULL) EXECUTE FUNCTION account_month_seal();
  `,
  oldest: 14,
  outside: [
    // Locks rows in the same order as calls do, to avoid deadlocks.
    `UPDATE account SET digest = digest_of(concat_ws(' ', id, period, anchor_at, period_ends_at, allowance, plan))
       WHERE id IN (SELECT id FROM account WHERE digest IS NULL ORDER BY id FOR NO KEY UPDATE)`,
    `UPDATE account_month SET digest = digest_of(concat_ws(' ', account_id, period, starts_at, ends_at, allowance,
         coalesce(overage_rate, -1), ended_by, CASE WHEN calls_purged THEN used ELSE -1 END, plan))
       WHERE digest IS NULL`,
  ],
};
