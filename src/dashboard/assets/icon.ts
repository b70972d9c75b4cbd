export const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1f5f8b"/><path d="M9 23V15M16 23V9M23 23v-5" stroke="#fff" stroke-width="4" stroke-linecap="round"/></svg>';
