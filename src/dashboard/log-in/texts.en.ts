export const logInTexts = {
  login: {
    title: 'Log in',
    button: 'Log in',
    wrong: 'Wrong e-mail address or password.',
    forgot: 'Forgot your password?',
    noAccount: 'No account yet?',
    operator: (command: string) => `Do you run this service yourself? ${command} account link creates a log-in link.`,
    passwordReset: 'Your new password is set. Use it to log in.',
    tooMany: (minutes: number) => `Too many attempts. Wait ${minutes} min and try again.`,
    unlock:
      'If these attempts were not yours, confirm by e-mail that the account is yours, and log in without waiting.',
    unlockNoMail:
      'If these attempts were not yours, log in without waiting from a browser that you have used before. Otherwise, the operator can create a link for you.',
    unlocked: 'This browser is confirmed. You can log in now.',
    addressChanged: 'Your account’s address has changed. Log in with the new address.',
    codeExpired: 'The log-in took too long, or too many codes were wrong. Start again with your password.',
    loggedOut: 'You are logged out.',
    first: 'Log in to see this page.',
    deleted: 'Your account and its data have been deleted.',
    linkLead: (email: string) => `This link logs you in as ${email}. It works only once.`,
    linkUsed: (command: string) =>
      `This log-in link has expired or has already been used. The operator can create a new one with ${command} account link.`,
    confirmed: 'The address is confirmed. Log in.',
  },
  unlock: {
    title: 'Log in without waiting',
    lead: 'If other people are trying passwords on your account, you can confirm by e-mail that the account is yours. Enter your account’s address. If there is an account with this address, we will send you a link that works only once, for one hour.',
    button: 'Send the link',
    sent: 'We have sent a message to this address. Open its link in the browser in which you want to log in. Check the spam folder too.',
    waiting:
      'We have sent several messages to this address in the last half hour, so we are not sending another one now. If this address has an account, the earlier links still work. Open any of them in the browser in which you want to log in.',
    noMail: (command: string) =>
      `This service sends no e-mail. If you log in from a browser that you have used before, you do not have to wait. Otherwise, ask the operator for a link (${command} account unlock).`,
    openLead:
      'From now on, this browser counts as yours, so failed attempts by others do not delay your log-in. You still need your password.',
    openButton: 'This browser is mine',
  },
};
