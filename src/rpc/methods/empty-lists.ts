import type { Method } from './method.ts';

/**
 * Lists of things that we do not offer. Several clients of the older era ask
 * for them undeclared and count an error as a broken server.
 */
export const emptyLists: readonly Method[] = [
  { name: 'prompts/list', eras: ['legacy'], run: () => '{"prompts":[]}' },
  { name: 'resources/list', eras: ['legacy'], run: () => '{"resources":[]}' },
  { name: 'resources/templates/list', eras: ['legacy'], run: () => '{"resourceTemplates":[]}' },
];
