export interface QueueLoad {
  places: number;
  /** Places in use. */
  working: number;
  waiting: number;
}

/** The load of workers, which are started on demand. */
export interface PoolLoad extends QueueLoad {
  /** Workers started so far, including those that replaced failed workers. */
  started: number;
}
