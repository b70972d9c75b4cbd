import type { PageContext } from './page-context.ts';
import type { MenuEntry } from './page-folder.ts';

export interface MenuLink {
  href: string;
  label: string;
  letter: string;
}

/** The menu as the visitor or user sees it. */
export function menuOf(context: PageContext): MenuLink[] {
  const { session, pages, texts, maySignUp } = context;
  const isShown: Readonly<Record<MenuEntry['shownTo'], boolean>> = {
    everyone: true,
    visitors: !session,
    newcomers: !session && maySignUp,
    users: session !== undefined,
    operators: session?.account.operator === true,
  };
  return pages.menu
    .filter(({ shownTo }) => isShown[shownTo])
    .map(({ path, name, letter }) => ({ href: path, label: name(texts), letter }));
}
