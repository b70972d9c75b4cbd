export interface QueueLoad {
  places: number;
  working: number;
  waiting: number;
}

export interface PoolLoad extends QueueLoad {
  started: number;
}
