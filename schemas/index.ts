export * from './deprecations.ts';
export * from './error.ts';
export * from './get-reputation.ts';
export * from './ping.ts';
export * from './scrape-jobs.ts';
export * from './scrape-url.ts';
