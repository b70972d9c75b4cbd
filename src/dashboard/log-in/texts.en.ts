import { sharedTexts } from '../texts/shared.en.ts';

export const en = {
  ...sharedTexts.login,
  wrong: 'Wrong e-mail address or password.',
  forgot: 'Forgot your password?',
  noAccount: 'No account yet?',
  operator: (command: string) => `Do you run this service yourself? ${command} account link creates a log-in link.`,
  codeExpired: 'The log-in took too long, or too many codes were wrong. Start again with your password.',
  loggedOut: 'You are logged out.',
  first: 'Log in to see this page.',
  deleted: 'Your account and its data have been deleted.',
  linkLead: (email: string) => `This link logs you in as ${email}. It works only once.`,
  linkUsed: (command: string) =>
    `This log-in link has expired or has already been used. The operator can create a new one with ${command} account link.`,
  confirmed: 'The address is confirmed. Log in.',
};
