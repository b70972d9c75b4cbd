/** Texts of the page that lists what has access to the account. */
export const accessTexts = {
  access: {
    title: 'What still has access',
    lead: 'A new password ends all sessions, but not these. Each of them can still make calls on your account. If you reset the password because somebody else may have had it, end them all: your programs will then need new keys, and you will have to connect the apps again.',
    none: 'No key and no app has access to your account.',
    app: '(connected app)',
    key: '(API key)',
    since: (day: string) => `since ${day}`,
    ended: 'All keys and apps were ended. They are refused from their next request.',
    endAll: 'End all',
    keep: 'Keep them',
  },
};
