/** Sign-up, log-in, lost passwords in English. */
export const entryTexts = {
  signup: {
    title: 'Sign up',
    lead: (days: number, credits: string) =>
      `The trial starts at once: ${days} days, ${credits} credits, no card. Nothing is charged when it ends.`,
    button: 'Create the account',
    mailButton: 'Send the link',
    have: 'You have an account already?',
    domains: (list: string) => `Addresses of these domains may register: ${list}.`,
    domainRefused: (list: string) => `Only addresses of these domains may register here: ${list}.`,
    badEmail: 'That is not an e-mail address.',
    shortPassword: 'A password has at least 10 characters.',
    refused: 'No account can be made with this address. If it is yours, log in or reset the password.',
    mailNote:
      'We send a link to the address. The account is made, and the trial starts, when you open it and choose a password.',
    noMailNote:
      'This service sends no mail: note your password well. If it is lost, only the operator can set a new one. Without mail this page must say so when an address has an account already.',
    trialNote:
      'An address whose account was deleted, or was moved to another address, gets no second trial for a year: a salted hash of it is kept so long.',
    checkTitle: 'Look into your mailbox',
    checkText: (email: string) =>
      `A message is on its way to ${email}. Open the link in it within a day and choose a password.`,
    waiting: (email: string) =>
      `${email} has had several messages within the last half hour, so no further one is sent now. The links in them still work: open any of them.`,
    checkNothing: 'Nothing there? Look into the spam folder.',
    checkAgain: 'Or ask again:',
  },
  login: {
    title: 'Log in',
    button: 'Log in',
    wrong: 'The e-mail address or the password is wrong.',
    forgot: 'Forgotten the password?',
    noAccount: 'No account yet?',
    passwordReset: 'The new password is set. Log in with it.',
    tooMany: (minutes: number) => `Too many tries. Wait ${minutes} min and try again.`,
    unlock: 'It was not you? Prove by mail that the account is yours, and log in without waiting.',
    unlockNoMail:
      'It was not you? A browser that has logged in before need not wait; else the operator can make a link that helps.',
    unlocked: 'This browser is known now. Log in: others’ tries hold you up no more.',
    addressChanged: 'The address of the account is changed. Log in with the new one.',
    codeExpired: 'The log-in was not finished in time, or had too many wrong codes. Begin again with the password.',
    loggedOut: 'You are logged out.',
    first: 'Log in to see this page.',
    deleted: 'The account and its data are deleted.',
    confirmed: 'The address is confirmed. Log in.',
  },
  links: {
    otherAccount: (email: string) =>
      `You are logged in here as ${email}. The link is for another account; yours does not change.`,
    addressTaken: 'By now another account has this address, so nothing has changed.',
  },
  unlock: {
    title: 'Log in without waiting',
    lead: 'When others try passwords on your account, a link in your mailbox shows that it is you. Give the address of your account. If there is one, we send it a link that works for one hour, once.',
    button: 'Send the link',
    sent: 'A message is on its way to this address. Open its link in the browser that you want to log in with. Look into the spam folder too.',
    waiting:
      'This address has had several messages within the last half hour, so no further one is sent now. If it has an account, the links in them still work: open any of them in the browser that you want to log in with.',
    noMail:
      'This service sends no mail. A browser that has logged in before need not wait; else ask the operator for a link (jobdata account unlock).',
    openLead:
      'From now on this browser counts as yours: others’ wrong tries do not hold its log-in up. The password is still asked.',
    openButton: 'This browser is mine',
  },
  forgot: {
    title: 'Reset the password',
    lead: 'Give the address of your account. We send it a link that works for one hour.',
    button: 'Send the link',
    sent: 'A message is on its way to this address. If it has an account, there is a link in it. Look into the spam folder too.',
    waiting:
      'This address has had several messages within the last half hour, so no further one is sent now. If it has an account, the links in them still work: open any of them.',
    noMail:
      'This service sends no mail, so the password cannot be reset here. Ask the operator: they can set a new one on the command line.',
    newTitle: 'Set a new password',
    newLead: 'All sessions end. Log in with the new password afterwards.',
    setButton: 'Set the password',
    expired: 'This link has expired or was used already.',
    /** By the page that an expired link leads on to. */
    leadOn: {
      '/forgot': 'Ask for a new link',
      '/unlock': 'Ask for a new link',
      '/signup': 'Sign up again',
      '/account': 'Change the address again',
      '/dashboard': 'Have the link sent again',
    },
  },
  confirm: {
    title: 'Confirm the address',
    lead: 'One click more, and you can generate keys.',
    button: 'Confirm the address',
    done: 'The address is confirmed.',
    finishTitle: 'Choose a password',
    passwordLead: (email: string) => `The account of ${email} is made when you have chosen its password.`,
    passwordHint: 'At least 10 characters. You did not sign up? Close this page: nothing happens.',
    taken: 'There is an account with this address by now. Log in.',
    pending: (email: string) =>
      `We have sent a link to ${email}. Confirm the address to generate keys and to use the playground.`,
    resend: 'Send the link again',
    resent: 'The link is on its way again.',
    waiting: 'Several links were sent within the last half hour; no further one is sent now. They still work.',
  },
};
