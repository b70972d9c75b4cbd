import type { Contract } from '../../../schemas/index.ts';
import type { Found } from './advert-words.ts';

/**
 * Words for a contract that stand beside the name of the trade: before it in English ("freelance editor"), after it in
 * French ("guides vacataires"). Permanent is missing, because beside a trade it is often about other people.
 */
const KINDS: readonly { kind: Contract; english: string; french: string }[] = [
  {
    kind: 'temporary',
    english: 'temporary|temp|casual|seasonal|sessional|relief|interim|agency|bank|ad[- ]hoc|zero[- ]hours?',
    french: 'vacataires?|interimaires?',
  },
  { kind: 'freelance', english: 'freelance|self[- ]employed', french: 'freelances?|independante?s?|liberale?s?' },
  { kind: 'fixed_term', english: 'fixed[- ]term', french: 'contractuel(?:le)?s?|saisonni(?:er|ere)s?' },
];
const WORD = "[a-z'-]{2,16}";
const FORMS = KINDS.flatMap(({ kind, english, french }) => [
  { kind, isFirst: false, words: new RegExp(`(?<![a-z-])(?:${english})((?: ${WORD}){1,3})`, 'g') },
  { kind, isFirst: true, words: new RegExp(`(?<![a-z'-])((?:${WORD} ){1,3}?)(?:${french})(?![a-z-])`, 'g') },
]);
const STEM = new RegExp(
  `(?<![a-z-])(?:${KINDS.map(({ english, french }) => `${english}|${french}`).join('|')})(?![a-z-])`,
);
/** Words before a trade that mean other people: "with freelance editors", "nos guides vacataires". */
const OTHERS =
  /(?<![a-z])(?:by|with|our|other|like|unlike|than|alongside|par|avec|nos|vos|les|chez) (?:[a-z-]{2,12} )?$/;
/** The trade is recognised by the beginning of its word: all but the last `ENDING` letters, but at least `SHORTEST`. */
const SHORTEST = 4;
const ENDING = 4;

/**
 * Finds kinds beside the trade that the title names: "A freelance copy editor" under the title "Copy Editor", "guides
 * vacataires" under "Guide de grotte".
 */
export function kindsBesideTheTrade(plain: string, title: string): Found<Contract>[] {
  if (!STEM.test(plain)) return [];
  const trade = tradeOf(title);
  return FORMS.flatMap(({ kind, isFirst, words }) => {
    const name = isFirst ? trade[0] : trade.at(-1);
    const stem = name?.slice(0, Math.max(SHORTEST, name.length - ENDING)) ?? '';
    // "carrosserie" is a workshop, not the trade "carrossier".
    const isTrade = new RegExp(`(?<![a-z])${stem}(?![a-z]*rie(?![a-z]))`);
    if (stem.length < SHORTEST) return [];
    for (const match of plain.matchAll(words)) {
      const at = isTrade.exec(match[1] ?? '')?.index;
      if (at === undefined) continue;
      const from = match.index + (isFirst ? at : 0);
      if (!OTHERS.test(plain.slice(Math.max(0, from - 30), from)))
        return [{ kind, from, to: match.index + match[0].length }];
    }
    return [];
  });
}

/**
 * Returns the words of a title before any separator. The trade is the first of them in French and the last in English.
 */
function tradeOf(title: string): readonly string[] {
  return /^[^,(|/–]+?(?= - |[,(|/–]|$)/.exec(title)?.[0].match(/[a-z]+/g) ?? [];
}
