import type { ServerResponse } from 'node:http';
import t, { type Test } from 'tap';
import { EgressError } from '../../src/egress/egress.ts';
import { get, openEgress, openSite } from './loopback.ts';

const RULES = 'User-agent: *\nDisallow: /private\n';

/** The outcome of a request for a path, given this robots.txt: "asked", or the fault. */
async function outcomeOf(t: Test, path: string, robots: (response: ServerResponse) => void): Promise<string> {
  const site = await openSite(t, (request, response) => {
    if (request.url === '/robots.txt') robots(response);
    else response.end('page');
  });
  const egress = openEgress(t, { allow: [`site.test:${site.port}`] });
  try {
    await egress.fetch(get(`http://site.test:${site.port}${path}`, { respectRobots: true }));
    t.strictSame(site.paths, ['/robots.txt', path]);
    return 'asked';
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    t.notOk(site.paths.includes(path), 'the page was not asked for');
    return error.fault;
  }
}

t.test('unreadable rules disallow everything and say so; missing rules allow everything', async (t) => {
  const answers: [what: string, robots: (response: ServerResponse) => void, fault: string][] = [
    ['rules', (response) => response.end(RULES), 'asked'],
    ['none', (response) => response.writeHead(404).end('no'), 'asked'],
    ['gone', (response) => response.writeHead(410).end(), 'asked'],
    ['an empty file', (response) => response.end(), 'asked'],
    ['a page', (response) => response.end('<html><h1>Welcome</h1></html>'), 'asked'],
    ['a firewall', (response) => response.writeHead(403).end('no'), 'robots'],
    ['an outage', (response) => response.writeHead(503).end('no'), 'robots'],
    ['too many requests', (response) => response.writeHead(429).end('no'), 'robots'],
    ['more than anyone has rules', (response) => response.end(RULES.repeat(40_000)), 'robots'],
    ['nobody there', (response) => response.destroy(), 'connection'],
  ];
  for (const [what, robots, fault] of answers) t.equal(await outcomeOf(t, '/jobs', robots), fault, what);
  t.equal(await outcomeOf(t, '/private/jobs', (response) => response.end(RULES)), 'robots');
});
