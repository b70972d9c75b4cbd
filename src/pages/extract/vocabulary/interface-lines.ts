/** Whole lines of a page's controls, in lower case, with figures as "#" and without final punctuation. */
export interface LineVocabulary {
  readonly lines: ReadonlySet<string>;
  readonly hits: readonly string[];
  readonly misses: readonly string[];
}

function lines(list: string, hits: readonly string[], misses: readonly string[]): LineVocabulary {
  return {
    lines: new Set(
      list
        .split(/[|\n]/)
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    ),
    hits,
    misses,
  };
}

export const CONTROLS = lines(
  `skip to content|skip to main content|skip to main|skip navigation|skip to navigation|skip to footer|back to top|return to top|top of page
   share|share this|share this article|share this page|share this post|share this story|share this job|share on facebook|share on twitter
   share on x|share on linkedin|share on pinterest|share on whatsapp|share via email|share with email|tweet|pin it|pinterest|partager
   print|print this page|print article|imprimer|copy link|copy url|link copied|link copied!|copied|copy to clipboard|bookmark|save article
   subscribe|subscribe now|follow|follow us|unfollow|sign up|sign up now|log in|login|sign in|log out|register|join now|create account|my account
   menu|main menu|close|close menu|open menu|toggle navigation|toggle menu|search|search for|submit search
   loading|loading…|please wait|advertisement|advertisements|ad|ads|sponsored|sponsored content|continue reading below
   show more|show less|view more|see more|see less|read less|load more|load more results|expand|collapse|expand all|collapse all|click to expand
   previous|next|prev|previous page|next page|previous slide|next slide|previous post|next post|previous article|next article|go to slide #|slide #
   add to cart|add to bag|add to basket|add to wishlist|add to wish list|add to favorites|add to favourites|add to compare|quick view|quick shop
   quick add|quick buy|quantity|qty|quantité|compare|view full details|sale sold out|view store information|ajouter au panier|in den warenkorb
   sort by|sorted by|sort|filter|filters|filter by|refine by|clear all|clear filters|reset filters|apply filters|show filters|hide filters
   thank you! your submission has been received|oops! something went wrong while submitting the form
   thank you for completing the survey|was this page helpful|was this helpful|was this article helpful|did this help
   leave a comment|leave a reply|add a comment|add comment|post a comment|no comments|no comments yet|view comments|show comments
   # comments|# comment|# shares|# views|# likes|laisser un commentaire|commenter
   report this ad|report ad|remove ads|skip ad|email this page|view all posts|view all articles by this author|play|pause|mute|unmute
   date last reviewed|save to list|added to cart|view cart|cancel|ok|got it|email me|save job|report job|report this job|signaler cette offre`,
  ['Skip to content', 'Share this article:', '12 comments', 'Sort by:', 'Close', '2/4'],
  ['Share of the market', 'Apply now', 'Sort by date, then by name', 'Closed', 'Salary'],
);
export const POST_LINES = lines(
  `reply|quote|report|like|likes|like #|dislike|upvote|downvote|permalink|link|parent|give award|share|save|hide|crosspost|edit|flag|top|bottom
   author|thread author|thread starter|original poster|topic starter|op|moderator|administrator|admin|global moderator|site admin|staff|member|members
   new member|junior member|senior member|active member|well-known member|veteran member|legend|newbie|guest|level #|posted|#|##
   # points|# point|# posts|# post|# upvotes|# replies|# reply|# votes|# answers|# answer|# reactions|reactions|reactions: #
   sorted by|start asking to get answers|find the answer to your question by asking|ask question|explore related questions
   see similar questions with these tags|add a comment #|show # more comments|show # more comment|sign up to request clarification or add additional context in comments
   you must log in to answer this question|improve this answer|improve this question|follow this question|locked|closed|solved|accepted answer
   highest score (default)|date modified (newest first)|date created (oldest first)|trending sort available
   replies|views|created|last reply|top posters in this topic|popular days|most popular posts|join the conversation|reply to this topic
   post a reply|post reply|new topic|new post|quote this|multi-quote|multiquote|click for summary|start date|tags|all forums|forum rules
   mark as new|mark as read|float this topic to the top|printer friendly page|report inappropriate content|email to a friend|mute|highlight
   you must log in or register to reply here|not open for further replies|continued|deleted|online|offline|user avatar|avatar|level #
   posting rules|you may not post new threads|you may not post replies|you may not post attachments|you may not edit your posts|you may post new threads
   you may post replies|bb code is on|bb code is off|smilies are on|smilies are off|[img] code is on|[img] code is off|html code is on|html code is off
   code: select all|select all|copy code|expand code|registered user|supporter|premium member|verified member|top posters in this topic|pages
   previous thread|next thread|display modes|linear mode|today's posts|mark forums read|archive|calendar|faq
   view profile|view forum posts|view forum threads|view blog entries|view articles|visit homepage|send private message|private message
   find more posts by this user|watch this topic|watch this thread|destination expert|# helpful votes|# helpful vote|followers|follower
   post # of #|reply to thread|thread closed|topic closed|thread is locked|share this topic|share this thread|reply with quote
   # days later|# weeks later|# month later|# months later|# year later|# years later
   wrote on|jump to latest|discussion starter|original post|replies sorted oldest to newest|posters|logged|over a year ago|post ## of #
   please give feedback by clicking an icon below|you need to be a member in order to leave a comment|go to topic listing`,
  ['Reply', '#4', '12 points', 'Sorted by:', 'Thread starter', 'Level 5', 'Show 3 more comments'],
  ['Reply to all of us', 'I like it', 'Quote of the day', '4 answers that help'],
);
/** Beginnings of lines about a post, such as "Posted May 22". The line must also contain a figure, a month or a day. */
export const POST_BEGINNINGS: {
  readonly starts: readonly string[];
  hits: readonly string[];
  misses: readonly string[];
} = {
  starts: [
    'posted ',
    'edited ',
    'last edited',
    'joined',
    'location:',
    'registered',
    'member since',
    'from:',
    'reputation',
    'reaction score',
    'messages',
    'asked ',
    'answered ',
    'modified ',
    'edited by',
    'start date',
    'thread starter',
    'reply by',
    'created ',
    'last reply',
    'rank:',
    'views ',
    'replies ',
    'date posted',
    'posts:',
    'trophy points',
    'solutions',
    'downloaded ',
    'attachments',
    'all times are gmt',
    'powered by ',
    'copyright ©',
  ],
  hits: [
    'Posted May 22',
    'Last edited: Jul 4, 2023',
    'Joined Mar 2019',
    'answered 3 days ago',
    'Edited August 26 by Joe',
  ],
  misses: ['Posted a picture of my lamp', 'Joined the club', 'On the other hand it works'],
};
