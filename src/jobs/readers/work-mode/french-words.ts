/** Words that change nothing between a count of days and its place, or between a term and its cue. */
export const FRENCH_FILLERS =
  "de d' du des le la l' les un une a au aux en par sur dans et ou est sont sera n' ne se avec vos votre nos notre ce cet cette poste pour semaine semaines sem hebdo mois possible possibles possibilite jusqu' environ maximum max minimum min moins plus soit dont selon jours jour j peut peuvent etre actuellement pris prise fixe fixes ouvert eligible offre propose proposons prevu travail travailler mode accord presence compatible apres votre chaque accessible droit autorise partie souhaite souhaitee attendue demandee requise donc".split(
    ' ',
  );

/** Words that may follow an adjective that says where the job is. */
export const FRENCH_FOLLOWERS =
  "a au aux en et ou avec par des du de d' le la l' dans depuis uniquement exclusivement obligatoire requis requise complet pour possible partiel plein temps cdi cdd est selon sur puis apres hors partir ou base basee situe situee localise localisee rattache rattachee".split(
    ' ',
  );
