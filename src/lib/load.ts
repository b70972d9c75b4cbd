/** How far a queue's places are taken. */
export interface QueueLoad {
  places: number;
  /** Places that are taken. */
  working: number;
  waiting: number;
}

/** The same of workers, which are started when there is work. */
export interface PoolLoad extends QueueLoad {
  /** Workers started since the service began, those in place of failed ones included. */
  started: number;
}
