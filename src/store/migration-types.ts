export interface MigrationBackup {
  file: string;
  bytes: number;
}

/**
 * A step of the migration when an older store is opened. `from` and `to` are schema numbers; `backup` is null if the
 * engine makes no backup.
 */
export type MigrationEvent =
  | { step: 'backed_up'; from: number; to: number; backup: MigrationBackup }
  | { step: 'migrated'; from: number; to: number; backup: MigrationBackup | null; ms: number };

export interface PlannedMigration {
  schema: number;
  /** Existing tables that the migration reads or changes. */
  tables: { name: string; rows: number }[];
  /** Names of the tables that the migration creates. */
  makes: string[];
}

export interface MigrationPlan {
  file: string;
  /** Schema number of the store; 0: the store does not exist yet. */
  from: number;
  to: number;
  migrations: PlannedMigration[];
  backup: { folder: string; bytes: number };
  /** Upper estimate of the bytes that the migrations need on the store's disk, including the write-ahead log. */
  bytes: number;
  /** Free bytes on the disk of the backups and on the disk of the store. */
  free: { backup: number; store: number };
}
