import type { Lexicon } from './theme.ts';

/**
 * French, in the form of the English lexicon. "Salarié" is no pay, "pôle de
 * compétences" no training, "chef de projet" no management.
 */
export const FRENCH: Lexicon = {
  pay: [
    'salaires?|salarial(?:e|es)?|salariaux|remunerat~|remunere(?:e|s|es)?|sous-?remunere~|(?<!conges )(?:sous[ -])?paye(?:s|e|es|r|nt)?|paie|payent|paient',
    "primes?|argent|bonus|smic|interessement|(?:la |l'|et )participation|commissions?|pouvoir d'achat|fins? de mois|gagne (?:bien|mal|peu|sa vie)|gagner",
    'augmentations?(?! (?:de la charge|du stress|des? (?:prix|cadence)))|augmente(?:r|s|e)? (?:les|le|mon|son) salaire~|part variable|variable|fixe|grilles? (?:salariale|de salaire)~|stock[ -]?options?|revaloris~|indemnit~|frais (?:de|non)~',
  ],
  benefits: [
    "avantages?(?! concurrentiel| de travailler| d'etre| du metier| est)|treizieme mois|(?:13|14)[ -]?(?:e|eme)? mois|mutuelle|prevoyance|retraite|assurances?",
    "(?:ticket|titre|cheque|carte)s?[ -](?:resto|restaurant|repas|dejeuner|vacance|cadeau|cesu)~|comite d'entreprise|comite social|cse|oeuvres sociales",
    'conges?|rtt|vacances|(?:voiture|vehicule|telephone) de (?:fonction|service)|remises?|reductions?|creche|epargne salariale|plan d.epargne|pee|perco|perecol',
    '(?:cafe|repas|fruits?|petits?[ -]dejeuners?|boissons?|parking|transports?|snacks?) (?:gratuit|offert|rembourse|pris en charge)~|navigo|cadeaux|billetterie|acquis sociaux|participation aux benefices|paniers? repas|couverture sante',
  ],
  work_life_balance: [
    'equilibre|vie (?:privee|perso~|de famille|familiale|pro~|sociale)|horaires?|tele-?travail~|flexib~|souplesse|heures? sup~|week-?ends?|week ends?|nuits?|soirs?|soirees?',
    'rtt|temps partiel|temps de travail|35 ?h~|39 ?h~|amplitudes?|plannings?|coupures?|jours? (?:de repos|off)|repos|enfants?|sa famille|ma famille|distanciel|a distance|hybride|home ?office',
    'dimanches?|samedis?|decale(?:e|es|s)?|concili~|heures(?! de formation)|droit a la deconnexion|deconnect~|deconnexion|(?:temps de )?trajets?|jours feries|astreintes?|domicile|finir tard|partir tot|journees (?:a rallonge|interminables|longues)|longues journees|temps libre|(?:poser|prendre) (?:ses|des|mes|les|nos|vos) (?:conges|jours|rtt|vacances)',
  ],
  workload: [
    "charges? (?:de travail|mentale)|surcharge~|sous[ -]effectifs?|sur-?effectifs?|manque (?:de |d'|cruel de |cruel d'|constant de )(?:personnel|effectif|bras|monde|main|temps|ressources|moyens)~|effectifs?",
    'pression~|stress~|cadences?|rythmes?|surmen~|surmenage|burn[ -]?outs?|epuis~|objectifs? |objectifs?|rendement|productivite|deborde~|submerge~|intens(?:e|es|if|ive|ite)|fatig~|urgences?|delais|deadlines?',
    'volume (?:de travail|horaire)|(?:moins|manque) de moyens|(?:trop|enormement|beaucoup|plus|tas|masse) de (?:travail|boulot|taches|dossiers|choses a faire)|exige~|exigence~|rentabilite|chiffre|physiquement|physique|penib~|quotas?|sollicit~',
    '(?:travail|boulot|job|taf) de (?:deux|trois|quatre|plusieurs|2|3|4)~|pas (?:assez|suffisamment) de (?:monde|personnel|temps|bras)|sans pause|pas de pauses?|charrettes?|speed|tout est urgent|travail (?:tres )?dur',
  ],
  management: [
    "manag~|micro-?manag~|direction(?! (?:de |des )?(?:paris|nord|sud))|directions|directeurs?|directrices?|hierarch~|patron(?:s|ne|nes)?|chefs?(?! d'oeuvre| de projet| de produit| de rang)|cheffes?|petits chefs",
    'responsables?(?! de leurs?| de ses)|superieur(?:s|e|es)?|dirigeants?|encadrement|encadrant~|communication|communique~|rh|ressources humaines|drh|n ?\\+ ?[12]|leadership|gestion|decisions?|strateg~|vision',
    "ecoute~|a l'ecoute|reconnaissance|reconnu~|consideration|consider~|organisation|desorganis~|mal organise~|transparen~|actionnaires?|bureaucrat~|lourdeurs?|administratives?|autorita~|infantilis~|flic~|gouvernance|siege|processus|valorise~|valorisation|process",
  ],
  culture: [
    "ambiance|collegues?|esprit (?:d'|de |start|famil|corporate|tres|convivial|bon)~|bon esprit|etat d'esprit|equipes?|convivial~|entraide|solidar~|bienveill~|valeurs?|cultur~|favoritisme|rumeurs?|ragots?|commerages",
    'copinage|harcel~|discrimin~|racis~|sexis~|homophob~|respect~|irrespect~|inclus~|diversite|egalite|inegalit~|mixite|parite|toxique~|humain(?:e|s|es|ement)?|famili~|cohesion|atmosphere|climat|mentalit~',
    'hypocri~|individualis~|competition|clans?|jalous~|politique interne|after-?works?|fun|(?:des|les) gens|coequipiers?|camarad~|sympa~|accueil~|piston~|mepris~|handicap~|lgbt~|bonne entente|entente|collectif|dynamique|chacun pour soi|rigol~|chaleureu~|amical~|amis|coups bas|delation|relations? (?:entre|avec les collegues)',
  ],
  career: [
    'evolu~|carrieres?|promotions?(?! commerciale)|promu~|perspectives?|mobilite|opportunites?|progress~|monter? en (?:grade|interne)|grimper|plafond de verre|stagn~|avancement|echelons?|gravir',
    'tremplin|debouches?|meme poste|poste superieur|(?:changer|changement) de poste|postes? en interne|plan de carriere|voies? de garage|(?:sur|pour|dans|a) (?:le|un|son|mon|votre|vos) cv',
  ],
  training: [
    'formations?|formateurs?|formatrices?|se former|(?:etre|bien|mal|pas|non|peu|jamais|suis|est) forme(?:e|s|es)?|former|formateur|apprent~|apprend~|appren~|appris|integration|onboarding|parrain~|tuteurs?|tutorat|mentor~',
    'mont(?:e|ee|er) en competences?|(?<!pole de |poles de |bassin de )competences?|accompagn~|stagiaires?|stages?|certifi~|coaching|alternan~|e-?learning|transmission|transmettre|livre a soi-meme|livres a eux-memes',
  ],
  job_security: [
    "stab(?:le|les|ilite)|instab~|(?<!formation |formations )solid(?:e|es|ite)|peren~|securite (?:de l'|d')emploi|emplois? (?:garanti|assure|sur|stable|a vie|menace)~|licenci~|plans? social|plans? sociaux|pse|plans? de (?:depart|licenciement)~|ruptures? conv~",
    "turn[ -]?over|roulement|precar~|interim~|cdd|cdi|restructur~|reorganis~|delocalis~|suppressions? (?:de|d') ?(?:postes?|emplois?)|vir(?:e|es|er)|demission~|departs?|rachats?|rachete~|fusions?|faillite|redressement judiciaire",
    "liquidation|fermetures?|periode d'essai|contrats? (?:courts?|precaires?|non renouvele~)|chomage|externalis~|anciennete|ejectables?|inter-?contrats?|renouvel~|incertitude~|avenir incertain|embauche (?:definitive|en cdi)|garantie de l'emploi|dure(?:nt|e) pas|(?:personne|gens|salaries|collegues|employes) (?:ne )?(?:reste|restent|part|partent|s'en vont|quitte|quittent)",
  ],
  work_itself: [
    'missions?|projets?|taches?|passion~|interessant(?:e|s|es)?|inintere~|varie(?:e|s|es)?|diversifie~|variete|polyvalen~|ennui~|ennuy~|monoton~|repetitif|repetitive|repetitifs|repetitives|repetitivite|routin~|sens|utile|utilite|autonom~|responsabilites?|challeng~|defis?',
    'stimul~|enrichiss~|metiers?|technologi~|technique~|innov~|produits?|contenu du (?:poste|travail)|creati~|liberte|interet (?:du|pour)|gratifiant~|valorisant~|paperasse|vide de sens|travail (?:est |tres |peu )?(?:interessant|varie|plaisant|agreable)|initiatives?|dossiers (?:interessants|varies)',
  ],
  workplace: [
    "locaux|bureaux|bureau|batiments?|materiels?|outils?|ordinateurs?|informatiques?|logiciels?|systemes? (?:d'information|informatique)~|systemes?|machines?|equipements?|cantine|restaurant d'entreprise|self|parking|open[ -]?space|flex[ -]?office",
    'climatis~|clim|chauffage|bruit|bruyant~|proprete|propre(?:s)?(?= et| \\.|$)|sales?(?= |$)|saletes?|hygiene|securite au travail|conditions? de travail|cadre (?:de travail|agreable)|emplacement|situation geographique|situe~|localis~|transports?',
    'vetust~|obsolet~|veteste|vieux|vieillots?|vieillissant~|ergonom~|toilettes|vestiaires?|salles? de (?:pause|sport|repos|reunion)|entrepots?|usines?|poussier~|froid|chaleur|epi|postes? de travail|accessib~|centre[ -]ville|excentre~|amiante',
  ],
  clients: [
    'clients?|clientes?|clientele|usagers?|patients?|patientele|(?:le|du|au|avec le) public|residents?|eleves?|etudiants?|voyageurs?|passagers?|consommateurs?|beneficiaires?|appels|contact clients?|incivilites?',
  ],
};
