import t from 'tap';
import { hasWord, splitNames } from '../../../src/pages/extract/class-names.ts';
import { isInterface } from '../../../src/pages/extract/interface-lines.ts';
import { wholeHeading } from '../../../src/pages/extract/side-sections.ts';
import * as classWords from '../../../src/pages/extract/vocabulary/class-words.ts';
import * as hiding from '../../../src/pages/extract/vocabulary/hiding.ts';
import { CONTROLS, POST_BEGINNINGS, POST_LINES } from '../../../src/pages/extract/vocabulary/interface-lines.ts';
import * as jobFacts from '../../../src/pages/extract/vocabulary/job-facts.ts';
import * as lines from '../../../src/pages/extract/vocabulary/lines.ts';
import * as pageKinds from '../../../src/pages/extract/vocabulary/page-kinds.ts';
import * as posts from '../../../src/pages/extract/vocabulary/posts.ts';
import { COMMENT_HEADINGS, SIDE_HEADINGS } from '../../../src/pages/extract/vocabulary/side-headings.ts';
import * as walls from '../../../src/pages/extract/vocabulary/block-pages.ts';

t.test('words in class names', async (t) => {
  for (const [name, vocabulary] of Object.entries(classWords)) {
    for (const hit of vocabulary.hits) t.ok(hasWord(splitNames(hit), vocabulary), `${name}: ${hit}`);
    for (const miss of vocabulary.misses) t.notOk(hasWord(splitNames(miss), vocabulary), `${name}: not ${miss}`);
  }
});

t.test('patterns in class names', async (t) => {
  for (const vocabulary of [hiding, jobFacts, lines, pageKinds, posts, walls])
    for (const [name, entry] of Object.entries(vocabulary)) {
      if (!('pattern' in entry)) continue;
      for (const hit of entry.hits) t.match(hit, entry.pattern, `${name}: ${hit}`);
      for (const miss of entry.misses) t.notMatch(miss, entry.pattern, `${name}: not ${miss}`);
    }
});

t.test('side headings', async (t) => {
  for (const entry of [...SIDE_HEADINGS, ...COMMENT_HEADINGS]) {
    const pattern = wholeHeading([entry]);
    for (const hit of entry.hits) t.match(hit, pattern, hit);
    for (const miss of entry.misses) t.notMatch(miss, pattern, `not ${miss}`);
  }
});

t.test('rows of controls', async (t) => {
  for (const hit of CONTROLS.hits) t.ok(isInterface(hit, 'other'), hit);
  for (const miss of CONTROLS.misses) t.notOk(isInterface(miss, 'other'), `not ${miss}`);
  for (const { hits, misses } of [POST_LINES, POST_BEGINNINGS]) {
    for (const hit of hits) t.ok(isInterface(hit, 'forum'), hit);
    for (const miss of misses) t.notOk(isInterface(miss, 'forum'), `not ${miss}`);
  }
});
