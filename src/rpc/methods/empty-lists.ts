import type { Method } from './method.ts';

/**
 * Empty lists: several legacy clients ask for them although they are not
 * declared, and treat an error as a broken server.
 */
export const emptyLists: readonly Method[] = [
  { name: 'prompts/list', revisions: ['legacy'], run: () => ({ object: { prompts: [] } }) },
  { name: 'resources/list', revisions: ['legacy'], run: () => ({ object: { resources: [] } }) },
  { name: 'resources/templates/list', revisions: ['legacy'], run: () => ({ object: { resourceTemplates: [] } }) },
];
