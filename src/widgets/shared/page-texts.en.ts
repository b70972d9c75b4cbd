/** Documents and the service's pages both show these texts. */
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
