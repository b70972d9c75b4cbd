import t from 'tap';
import { MailRefused, type Mail } from '../../src/mail/mailer.ts';
import { Postbox } from '../../src/mail/postbox.ts';

const TEXT = { subject: 's', text: 't' };
/** Runs everything that is ready to run. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** A mail server whose answers the test gives, and a clock that the test advances. */
function openPostbox() {
  const asked: { mail: Mail; take(): void; fail(error: Error): void }[] = [];
  const waits: { ms: number; end(): void }[] = [];
  const faults: Error[] = [];
  const retries: string[] = [];
  const postbox = new Postbox({
    mailer: {
      send: (mail) =>
        new Promise((resolve, reject) => {
          asked.push({ mail, take: resolve, fail: reject });
        }),
    },
    onFault: (error) => void faults.push(error as Error),
    onRetry: (error, waitMs) => void retries.push(`${(error as Error).message} ${waitMs}`),
    sleep: (ms, signal) =>
      new Promise<void>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
        waits.push({ ms, end: resolve });
      }),
  });
  return { postbox, asked, waits, faults, retries };
}

t.test('a slow mail server delays nobody; it gets a few mails at a time, and mailboxes take turns', async (t) => {
  const { postbox, asked } = openPostbox();
  for (let index = 0; index < 10; index += 1) postbox.post('flooded@example.com', TEXT);
  postbox.post('owner@example.com', TEXT);
  await settle();
  t.equal(asked.length, 4);
  asked[0]?.take();
  await settle();
  t.equal(asked[4]?.mail.to, 'owner@example.com', 'who waits for one goes before who waits for ten');
  while (asked.length < 11) {
    for (const mail of asked) mail.take();
    await settle();
  }
  t.equal(asked.length, 11);
  for (const mail of asked) mail.take();
  await postbox.close();
});

t.test('an unreachable mail server is retried for some minutes, and other mails are sent meanwhile', async (t) => {
  const { postbox, asked, waits, faults, retries } = openPostbox();
  const lost: string[] = [];
  postbox.post('a@example.com', TEXT, async () => void lost.push('a'));
  for (let tries = 0; tries < 3; tries += 1) {
    await settle();
    asked.at(-1)?.fail(new Error('connect ECONNREFUSED'));
    await settle();
    postbox.post('b@example.com', TEXT);
    await settle();
    t.equal(asked.at(-1)?.mail.to, 'b@example.com');
    asked.at(-1)?.take();
    waits.at(-1)?.end();
  }
  await settle();
  t.strictSame(
    waits.map(({ ms }) => ms),
    [10_000, 60_000, 300_000],
  );
  t.strictSame([faults, lost], [[], []]);
  t.strictSame(
    retries,
    [10_000, 60_000, 300_000].map((ms) => `connect ECONNREFUSED ${ms}`),
    'each is told at once',
  );
  asked.at(-1)?.fail(new Error('connect ECONNREFUSED'));
  await settle();
  t.match(faults, [{ message: 'connect ECONNREFUSED' }]);
  t.strictSame(lost, ['a'], 'who asked is not left with a link that never came');
  await postbox.close();
});

t.test('a permanently refused mail is tried once; one beyond a thousand waiting mails is not accepted', async (t) => {
  const { postbox, asked, waits, faults } = openPostbox();
  let lost = 0;
  const onLost = async (): Promise<void> => void (lost += 1);
  postbox.post('a@example.com', TEXT, onLost);
  await settle();
  asked[0]?.fail(new MailRefused('no such mailbox'));
  await settle();
  t.match([faults, lost, waits.length], [[{ name: 'MailRefused' }], 1, 0]);
  for (let index = 0; index < 1_001; index += 1) postbox.post(`b${index}@example.com`, TEXT, onLost);
  await settle();
  t.equal(lost, 2);
  t.match(faults[1], { message: /Too many e-mails are waiting/ });
  while (asked.length < 1_001) {
    for (const mail of asked) mail.take();
    await settle();
  }
  for (const mail of asked) mail.take();
  await postbox.close();
  t.equal(lost, 2);
});

t.test('at the end, mails in transit are waited for, and mails waiting for a retry are reported as lost', async (t) => {
  const { postbox, asked, faults } = openPostbox();
  const lost: string[] = [];
  postbox.post('a@example.com', TEXT, async () => void lost.push('a'));
  postbox.post('b@example.com', TEXT, async () => {
    lost.push('b');
    throw new Error('the store is closed');
  });
  await settle();
  asked[1]?.fail(new Error('421 try later'));
  await settle();
  const closed = postbox.close();
  await settle();
  asked[0]?.take();
  await closed;
  t.strictSame(lost, ['b']);
  t.match(faults, [
    { message: /^The service stopped/, cause: { message: '421 try later' } },
    { message: 'the store is closed' },
  ]);
});

t.test('without a mail server no mail is sent', async (t) => {
  const postbox = new Postbox({ mailer: undefined, onFault: () => t.fail('no fault') });
  t.equal(postbox.open, false);
  postbox.post('a@example.com', TEXT, async () => t.fail('nor lost'));
  await postbox.close();
});
