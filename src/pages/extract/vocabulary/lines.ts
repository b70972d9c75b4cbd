/** What single lines of a page say of it. `hits` and `misses` are such lines; the tests read them. */
export interface LinePattern {
  readonly pattern: RegExp;
  readonly hits: readonly string[];
  readonly misses: readonly string[];
}

/** The way to apply, which a call to act may be. */
export const APPLY: LinePattern = {
  pattern: /\bapply|postule|candidat|bewerb/i,
  hits: ['Apply now', 'Je postule', 'Déposer ma candidature', 'Jetzt bewerben'],
  misses: ['Get started', 'Our supplies'],
};
/** A line about a post's author, in English, French and German. */
export const AUTHOR_LINE: LinePattern = {
  pattern:
    /^(?:join(?:ed)?(?: date)?|registered|member since|posts|messages|threads|reputation|likes received|reaction score|inscrit(?: le)?|inscription|sujets|beiträge|registriert(?: seit)?|dabei seit) ?:.{1,40}$/i,
  hits: ['Joined: 4 May 2019', 'Posts: 4711', 'Inscrit le : 2 mai', 'Beiträge: 12'],
  misses: ['Posts are made of oak', 'Messages that we read: all of the ones that came in on Tuesday'],
};
