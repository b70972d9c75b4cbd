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
  /** Existing tables that it reads or changes. */
  tables: { name: string; rows: number }[];
  /** Names of the tables that it creates. */
  makes: string[];
}

/** What opening a store would change. */
export interface MigrationPlan {
  file: string;
  /** 0: the store does not exist yet. */
  from: number;
  to: number;
  migrations: PlannedMigration[];
  backup: { folder: string; bytes: number };
  /**
   * Estimate of the space that the migrations need on the store's disk, including the log; too high rather than too
   * low.
   */
  bytes: number;
  /** Free space on the disk of the backups, and on that of the store. */
  free: { backup: number; store: number };
}
