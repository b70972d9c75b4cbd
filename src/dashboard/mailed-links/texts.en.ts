export const en = {
  address: {
    title: 'The new address',
    lead: (email: string) => `From now on, your account’s address is ${email}. Use this address to log in.`,
    button: 'Use this address',
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
  links: {
    addressTaken: 'Another account has taken this address in the meantime. Nothing has changed.',
  },
  forgot: {
    title: 'Reset the password',
    lead: 'Enter your account’s address. We will send a link that works for one hour.',
    button: 'Send the link',
    sent: 'We have sent a message to this address. If this address has an account, the message contains a link. Check the spam folder too.',
    waiting:
      'We have sent several messages to this address in the last half hour, so we are not sending another one now. If this address has an account, the earlier links still work. Open any of them.',
    noMail:
      'This service sends no e-mail, so you cannot reset the password here. Ask the operator, who can set a new password on the command line.',
    newTitle: 'Set a new password',
    newLead: 'Setting a new password ends all sessions. You then log in with the new password.',
    setButton: 'Set the password',
  },
};
