import { sharedTexts } from '../texts/shared.en.ts';

export const en = {
  confirm: {
    ...sharedTexts.confirm,
    title: 'Confirm the address',
    lead: 'One more click, and you can generate keys.',
    button: 'Confirm the address',
    finishTitle: 'Choose a password',
    passwordLead: (email: string) => `Choose a password to create the account for ${email}.`,
    passwordHint: 'At least 10 characters. If you did not sign up, close this page, and nothing will happen.',
    taken: 'This address now has an account. Log in.',
  },
  signup: {
    menu: 'Sign up',
    ...sharedTexts.signup,
    lead: (days: number, credits: string) =>
      `Your trial starts at once: ${days} days, ${credits} credits, no payment card. You are not charged when the trial ends.`,
    button: 'Create the account',
    mailButton: 'Send the link',
    have: 'Already have an account?',
    domains: (list: string) => `You can register with an address at these domains: ${list}.`,
    refused: 'This address cannot be used for a new account. If it is yours, log in or reset the password.',
    mailNote: 'We will send you a link. Open it and choose a password to create the account and start the trial.',
    noMailNote:
      'This service sends no e-mail, so keep your password safe: if you lose it, only the operator can set a new password.',
    trialNote: 'Each address gets only one trial a year, even if its account is deleted.',
    checkTitle: 'Check your inbox',
    checkText: (email: string) =>
      `We have sent a message to ${email}. Open the link in it within a day and choose a password.`,
    waiting: (email: string) =>
      `We have sent several messages to ${email} in the last half hour, so we are not sending another one now. The earlier links still work. Open any of them.`,
    checkNothing: 'No message? Check the spam folder.',
    checkAgain: 'Or try again:',
  },
};
