import { createServer, type AddressInfo } from 'node:net';
import t, { type Test } from 'tap';
import { createSmtpMailer } from '../../src/mail/smtp-mailer.ts';

/** A mail server that takes one message at a time and records what it received. `refusals`: its answer to a command. */
async function openServer(
  t: Test,
  refusals: Partial<Record<'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | '.', string>> = {},
): Promise<{ port: number; lines: string[] }> {
  const lines: string[] = [];
  const server = createServer((socket) => {
    let inData = false;
    socket.write('220 ready\r\n');
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      for (const line of chunk.toString('utf8').split('\r\n').filter(Boolean)) {
        lines.push(line);
        const refusal = inData ? undefined : Object.entries(refusals).find(([command]) => line.startsWith(command));
        if (inData) {
          if (line !== '.') continue;
          inData = false;
          socket.write(`${refusals['.'] ?? '250 taken'}\r\n`);
        } else if (refusal) socket.write(`${refusal[1]}\r\n`);
        else if (line === 'DATA') {
          inData = true;
          socket.write('354 go on\r\n');
        } else if (line.startsWith('EHLO')) socket.write('250-here\r\n250 AUTH PLAIN\r\n');
        else if (line.startsWith('AUTH')) socket.write('235 welcome\r\n');
        else if (line === 'QUIT') socket.end('221 bye\r\n');
        else socket.write('250 ok\r\n');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  return { port: (server.address() as AddressInfo).port, lines };
}

t.test('SPEC §9: a message is sent to the server in SMTP_URL', async (t) => {
  const { port, lines } = await openServer(t);
  const mailer = createSmtpMailer(`smtp://robot:p%40ss@127.0.0.1:${port}?from=jobs@example.com`, {
    host: 'unused.example',
    name: 'Boards & Co',
  });
  await mailer.send({
    to: 'ada@example.com',
    subject: 'Confirm',
    text: 'The link:\n\nhttps://jobs.example.com/confirm?token=abc',
  });
  t.ok(lines.includes('MAIL FROM:<jobs@example.com>'));
  t.ok(lines.includes('RCPT TO:<ada@example.com>'));
  t.ok(lines.includes('Subject: Confirm'));
  t.match(lines.join('\n'), /^From: "?Boards & Co"? <jobs@example\.com>$/m, 'in the name of the service');
  t.match(lines.join(''), 'https://jobs.example.com/confirm');
  const auth = lines.find((line) => line.startsWith('AUTH PLAIN ')) ?? '';
  t.equal(Buffer.from(auth.slice(11), 'base64').toString('utf8'), '\0robot\0p@ss');
});

t.test('SPEC §9: the default sender without "from", and a refusal', async (t) => {
  const { port, lines } = await openServer(t, { RCPT: '550 no such mailbox' });
  const mailer = createSmtpMailer(`smtp://127.0.0.1:${port}`, { host: 'jobs.example.com', name: 'Boards' });
  await t.rejects(mailer.send({ to: 'gone@example.com', subject: 's', text: 't' }), /no such mailbox/);
  t.ok(lines.includes('MAIL FROM:<no-reply@jobs.example.com>'));
});

t.test('a refusal differs from a temporary fault, and neither names the recipient', async (t) => {
  const { port } = await openServer(t, { RCPT: '550 no such mailbox' });
  const mail = { to: 'gone@example.com', subject: 's', text: 't' };
  const refusing = createSmtpMailer(`smtp://127.0.0.1:${port}`, { host: 'jobs.example.com', name: 'Job Data' });
  const refusal = await refusing.send(mail).catch((error: Error) => error);
  t.match(refusal, { name: 'MailRefused' });
  const away = createSmtpMailer('smtp://127.0.0.1:1', { host: 'jobs.example.com', name: 'Job Data' });
  const fault = await away.send(mail).catch((error: Error) => error);
  t.match(fault, { name: 'Error', message: /ECONNREFUSED/ });
  for (const error of [refusal, fault]) t.notMatch(JSON.stringify(error, Object.getOwnPropertyNames(error)), /gone@/);
});

t.test('an address that looks like a header or a list stays one address', async (t) => {
  const { port, lines } = await openServer(t);
  const mailer = createSmtpMailer(`smtp://127.0.0.1:${port}`, { host: 'jobs.example.com', name: 'Job Data' });
  await mailer.send({ to: '=?utf-8?q?a=2cb?=@example.com', subject: 's\r\nBcc: x@example.com', text: 't' });
  t.equal(lines.filter((line) => line.startsWith('RCPT')).length, 1);
  t.notOk(lines.some((line) => /^Bcc:/i.test(line)));
});

t.test(
  'SPEC §14: recurring mail has text and HTML, one-click unsubscribe, and says that it is automatic',
  async (t) => {
    const { port, lines } = await openServer(t);
    const mailer = createSmtpMailer(`smtp://127.0.0.1:${port}`, { host: 'jobs.example.com', name: 'Job Data' });
    await mailer.send({
      to: 'ada@example.com',
      subject: 'New jobs',
      text: 'Baker',
      html: '<p>Baker</p>',
      unsubscribeUrl: 'https://jobs.example.com/unsubscribe/a/b',
      messageId: '<run_1@jobs.example.com>',
    });
    for (const line of [
      'List-Unsubscribe: <https://jobs.example.com/unsubscribe/a/b>',
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
      'Auto-Submitted: auto-generated',
      'Message-ID: <run_1@jobs.example.com>',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Type: text/html; charset=utf-8',
    ])
      t.ok(lines.includes(line), line);
    t.ok(lines.some((line) => line.startsWith('Content-Type: multipart/alternative')));
  },
);

t.test('a refusal belongs to the mailbox only if the server names it; all other refusals are retried', async (t) => {
  const cases: [Parameters<typeof openServer>[1] & object, 'MailRefused' | 'Error'][] = [
    [{ RCPT: '550 5.1.1 no such user' }, 'MailRefused'],
    [{ RCPT: '550 5.4.1 recipient address rejected' }, 'MailRefused'],
    [{ RCPT: '552 5.2.2 mailbox full' }, 'MailRefused'],
    [{ '.': '550 no such mailbox' }, 'MailRefused'],
    [{ '.': '552 5.2.2 mailbox full' }, 'MailRefused'],
    [{ AUTH: '535 5.7.8 credentials invalid' }, 'Error'],
    [{ MAIL: '530 5.7.0 authentication required' }, 'Error'],
    [{ MAIL: '550 5.1.8 sender refused' }, 'Error'],
    [{ RCPT: '530 authentication required' }, 'Error'],
    [{ RCPT: '554 5.7.1 relay access denied' }, 'Error'],
    [{ RCPT: '553 5.1.8 sender domain not found' }, 'Error'],
    [{ RCPT: '450 4.2.1 busy' }, 'Error'],
    [{ DATA: '554 no valid recipients' }, 'Error'],
    [{ '.': '552 message too large' }, 'Error'],
    [{ '.': '554 transaction failed' }, 'Error'],
    [{ '.': '550 5.7.1 looks like spam' }, 'Error'],
  ];
  for (const [refusals, name] of cases) {
    const { port } = await openServer(t, refusals);
    const mailer = createSmtpMailer(`smtp://a:b@127.0.0.1:${port}`, { host: 'jobs.example.com', name: 'Job Data' });
    const error = await mailer.send({ to: 'ada@example.com', subject: 's', text: 't' }).catch((one: Error) => one);
    t.equal(error?.name, name, JSON.stringify(refusals));
  }
});
