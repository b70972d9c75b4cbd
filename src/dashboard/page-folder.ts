import type { Asset } from './assets/asset.ts';
import type { DashboardScope } from './scope.ts';
import type { Texts } from './texts/index.ts';

/** A page in the menu and in the list of keyboard shortcuts. */
export interface MenuEntry {
  /** Entries are shown in this order. No two entries have the same. */
  order: number;
  path: string;
  /** The page opens when the user types `g` and then this letter. */
  letter: string;
  /** `newcomers`: visitors who may create an account. */
  shownTo: 'everyone' | 'visitors' | 'newcomers' | 'users' | 'operators';
  name(texts: Texts): string;
}

export interface FooterLink {
  order: number;
  path: string;
  name(texts: Texts): string;
  isShown?(services: { statusPage: boolean }): boolean;
}

/** What the `page.ts` of a folder tells the dashboard about the folder. */
export interface PageFolder {
  register(scope: DashboardScope): void;
  menu?: readonly MenuEntry[];
  footer?: readonly FooterLink[];
  /** Maps the path of a page to its part of the documentation. The path covers the paths below it too. */
  docs?: Readonly<Record<string, string>>;
  /** A part of the style sheet of all pages. Parts with a smaller `order` come first. */
  style?: { order: number; file: URL };
  /** Style sheets and scripts that only some pages load. */
  assets?: readonly Asset[];
  /**
   * Paths that accept only POST. A GET is redirected to the path's first segment, a page that has or leads to the form.
   */
  forms?: RegExp;
  /**
   * Paths that tests open in a browser and send hostile input to: pages for visitors, pages and files for users who have
   * logged in, and pages for operators.
   */
  tested: {
    visitors?: readonly string[];
    users?: readonly string[];
    files?: readonly string[];
    operators?: readonly string[];
  };
}
