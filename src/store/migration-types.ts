/** A copy of the store, made before a migration. */
export interface MigrationBackup {
  file: string;
  bytes: number;
}

/**
 * A step of a migration at the opening of an older store. `from` and `to` are schema numbers; `backup` is absent
 * if the engine makes none.
 */
export type MigrationEvent =
  | { step: 'backed_up'; from: number; to: number; backup: MigrationBackup }
  | { step: 'migrated'; from: number; to: number; backup: MigrationBackup | null; ms: number };

/** One migration with its subject. */
export interface PlannedMigration {
  schema: number;
  /** Tables that are there now and that it reads or changes. */
  tables: { name: string; rows: number }[];
  /** Tables that it makes. */
  makes: string[];
}

/** What opening a store would do to it. */
export interface MigrationPlan {
  file: string;
  /** 0: there is no store yet. */
  from: number;
  to: number;
  migrations: PlannedMigration[];
  backup: { folder: string; bytes: number };
  /** What the migrations may add to the store's disk, log included: no less than they will, as a rule. */
  bytes: number;
  /** Room on the disk of the backups, and on the store's own. */
  free: { backup: number; store: number };
}
