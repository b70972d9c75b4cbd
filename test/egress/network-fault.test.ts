import t from 'tap';
import { EgressError } from '../../src/egress/egress.ts';
import { NETWORK_FAULTS, sharedNetworkFault } from '../../src/egress/network-fault.ts';
import { get, openEgress } from './loopback.ts';

const { unresolved, connection } = NETWORK_FAULTS;

t.test('a network fault is reported once, and only if it applies to all requests', async (t) => {
  t.equal(sharedNetworkFault([unresolved.one, `DuckDuckGo: ${unresolved.one}`]), unresolved.all);
  t.equal(sharedNetworkFault([connection.one, connection.one]), connection.all);
  t.equal(sharedNetworkFault([unresolved.one, connection.one]), undefined, 'two causes');
  t.equal(sharedNetworkFault([unresolved.one, undefined]), undefined, 'one of them answered');
  t.equal(sharedNetworkFault([unresolved.one]), undefined, 'one site alone may be gone itself');
  t.equal(sharedNetworkFault([]), undefined);
});

t.test('a site whose robots.txt cannot be fetched is reported with the reason', async (t) => {
  const egress = openEgress(t, {
    resolver: async () => {
      throw new Error('no DNS');
    },
  });
  for (const attempt of ['first', 'kept']) {
    await t.rejects(
      egress.fetch(get('https://nowhere.example/jobs', { respectRobots: true })),
      new EgressError('unresolved', unresolved.one),
      attempt,
    );
  }
});
