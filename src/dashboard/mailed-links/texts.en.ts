export const mailedLinkTexts = {
  links: {
    otherAccount: (email: string) =>
      `You are logged in as ${email}. This link is for another account and will not change yours.`,
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
    expired: 'This link has expired or has already been used.',
    leadOn: {
      '/forgot': 'Request a new link',
      '/unlock': 'Request a new link',
      '/signup': 'Sign up again',
      '/account': 'Change the address again',
      '/dashboard': 'Send the link again',
    },
  },
  confirm: {
    title: 'Confirm the address',
    lead: 'One more click, and you can generate keys.',
    button: 'Confirm the address',
    done: 'The address is confirmed.',
    finishTitle: 'Choose a password',
    passwordLead: (email: string) => `Choose a password to create the account for ${email}.`,
    passwordHint: 'At least 10 characters. If you did not sign up, close this page, and nothing will happen.',
    taken: 'This address now has an account. Log in.',
    pending: (email: string) =>
      `We have sent a link to ${email}. Confirm the address to generate keys and to use the playground.`,
    resend: 'Send the link again',
    resent: 'We have sent the link again.',
    waiting:
      'We have sent several links in the last half hour, so we are not sending another link now. The earlier links still work.',
  },
};
