export const en = {
  title: 'What still has access',
  lead: 'A new password ends all sessions, but not these keys and apps. Each of them can still make calls on your account. If you reset the password because somebody else may have known it, revoke them all. Your programs will then need new keys, and you will have to connect the apps again.',
  none: 'No key or app has access to your account.',
  app: '(connected app)',
  key: '(API key)',
  since: (day: string) => `since ${day}`,
  endAll: 'Revoke all',
  keep: 'Keep them',
};
