import { loadPages } from '../../src/dashboard/pages.ts';

/** The paths that each page's folder names in `page.ts`. */
const tested = (await loadPages()).folders.map((page) => page.tested);

export const OPEN_PAGES: readonly string[] = tested.flatMap(({ visitors = [] }) => visitors);

/** Pages of every account. */
export const USER_PAGES: readonly string[] = tested.flatMap(({ users = [] }) => users);

/** Pages of an operator's account. */
export const OWN_PAGES: readonly string[] = [...USER_PAGES, ...tested.flatMap(({ operators = [] }) => operators)];

/** Pages and files that only users who have logged in may see. */
export const PRIVATE_PATHS: readonly string[] = [
  ...USER_PAGES.filter((path) => !OPEN_PAGES.includes(path)),
  ...tested.flatMap(({ files = [] }) => files),
];
