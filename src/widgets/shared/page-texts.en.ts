/** Words for the facts of pages, beside those that every result has. */
export const sharedPageEnglish = {
  pageFacts: {
    inBrowser: 'rendered in a browser',
    plain: 'read without a browser',
    redirected: 'redirected to',
    characters: (count: string): string => `${count} characters`,
    truncated: 'cut at 30,000',
  },
  pageFailed: 'Not delivered: free of charge',
};
