import t from 'tap';
import { openApi } from '../support/api.ts';
import { Visitor } from '../support/visitor.ts';

t.test('one mailbox gets one trial, however its address is spelled', async (t) => {
  const api = await openApi(t);
  const signUp = async (email: string): Promise<string | undefined> => {
    const { status, headers } = await new Visitor(api.service.app).register(email);
    t.equal(status, 303, email);
    return headers['location'] as string | undefined;
  };
  t.equal(await signUp('f.arm@gmail.com'), '/dashboard');
  for (const email of ['farm@gmail.com', 'farm+1@gmail.com', 'f.a.r.m@googlemail.com'])
    t.equal(await signUp(email), '/account?done=no-trial', email);
  t.equal(await signUp('farmer@gmail.com'), '/dashboard', 'another mailbox');
  t.equal(await signUp('a.b@example.com'), '/dashboard');
  t.equal(await signUp('ab@example.com'), '/dashboard', 'dots count elsewhere');
  t.equal(await signUp('ab+2@example.com'), '/account?done=no-trial');
});
