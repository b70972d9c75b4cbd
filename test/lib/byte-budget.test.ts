import t from 'tap';
import { ByteBudget } from '../../src/lib/byte-budget.ts';

/** A budget whose holdings record which one was ended. */
function openBudget(bytes: number) {
  const budget = new ByteBudget(bytes);
  const gone: string[] = [];
  return { gone, hold: (requester: string, name: string) => budget.hold(requester, () => gone.push(name)) };
}

t.test('the requester that holds most loses its largest piece, and nobody else does', async (t) => {
  const { gone, hold } = openBudget(100);
  const [large, small] = [hold('greedy', 'large'), hold('greedy', 'small')];
  const modest = hold('modest', 'modest');
  large.resize(60);
  small.resize(20);
  modest.resize(20);
  t.strictSame(gone, [], 'as much as there is');
  modest.resize(30);
  t.strictSame(gone, ['large']);
  large.resize(60);
  t.strictSame(gone, ['large'], 'what had to go holds nothing any more');
  modest.resize(80);
  t.strictSame(gone, ['large'], 'its room is free again');
  small.resize(30);
  t.strictSame(gone, ['large', 'modest'], 'the requester that holds most by then');
});

t.test('of equal pieces the newest is ended; pieces that shrink or are released free memory', async (t) => {
  const { gone, hold } = openBudget(100);
  const holdings = ['first', 'second', 'third'].map((name) => hold('one', name));
  for (const holding of holdings.slice(0, 2)) holding.resize(50);
  holdings[2]?.resize(50);
  t.strictSame(gone, ['third']);
  holdings[0]?.resize(0);
  hold('two', 'other').resize(50);
  t.strictSame(gone, ['third']);
  holdings[1]?.release();
  hold('three', 'another').resize(50);
  t.strictSame(gone, ['third']);
  hold('four', 'alone and too large').resize(101);
  t.strictSame(gone, ['third', 'alone and too large']);
});
