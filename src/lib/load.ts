/** How busy a queue is. */
export interface QueueLoad {
  places: number;
  /** Places in use. */
  working: number;
  waiting: number;
}

/** The same for workers, which are started on demand. */
export interface PoolLoad extends QueueLoad {
  /** Workers started so far, including replacements of failed ones. */
  started: number;
}
