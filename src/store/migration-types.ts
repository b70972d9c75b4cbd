export interface MigrationBackup {
  file: string;
  bytes: number;
}

export type MigrationEvent =
  | { step: 'backed_up'; from: number; to: number; backup: MigrationBackup }
  | { step: 'migrated'; from: number; to: number; backup: MigrationBackup | null; ms: number };

export interface PlannedMigration {
  schema: number;
  tables: { name: string; rows: number }[];
  makes: string[];
}

export interface MigrationPlan {
  file: string;
  /** Schema number of the store; 0 if the store does not exist yet. */
  from: number;
  to: number;
  migrations: PlannedMigration[];
  backup: { folder: string; bytes: number };
  /** Estimated number of bytes that the migrations need on the store's disk, including the write-ahead log. */
  bytes: number;
  free: { backup: number; store: number };
}
