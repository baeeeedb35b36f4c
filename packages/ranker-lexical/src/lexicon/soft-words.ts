// Lists written for this package. They are kept at a lower weight, never dropped: a tool may be named by any of them.

/** Grammatical words, and the verbs with which people address an assistant. */
export const stopWords = `
  a about all also am an and any are aren as at be been but by can could couldn did didn do does doesn don down find
  for from get give had hadn has hasn have haven help here how i if in into is isn it its just know let like ll make
  may me might must my need no not of on or our out over please re shall should shouldn show so some tell than that
  the then there these this those to under up us use using ve want was wasn we were weren what when where which who
  whom whose why will with won would wouldn you your
`;

/** Words of conversation that say how something is wanted, hardly ever what. */
export const fillerWords = `
  able above accurate accurately across actually additional additionally after again against ahead almost along
  already although always among another anyone anything anyway appropriate aspect aspects assist assistance assume
  away based basic basically become before behind being believe best better between both bring came certain come comes
  coming completely comprehensive concerning consider considering couple curious dear desire detailed different
  difficult directly done due during each easily easy effectively either else enough ensure especially essential etc
  even ever every everyone everything exactly excellent exciting existing expect far fast feel few finally fine full
  fully further general generally given gives giving glad go goes going gone good got great happen happened happening
  happy hard having he hear hello helpful helping helps her hey hi highly him his honestly hope hopefully including
  inform interested interesting involved involving itself kind lately least less likely literally long longer look
  looking looks lot lots made mainly makes making many maybe means more moreover most much multiple necessary needed
  needs never next nice now occur off often ok okay only onto other others otherwise ought particular particularly
  perfect perhaps plus possible possibly prefer preferably preferred pretty previously prior probably proper properly
  provide provided provides providing quick quickly quite rather real really regarding relevant reliable require
  required right same saying see seem seen several she simple simply since somebody someone something soon specific
  specifically still stuff such suitable sure take taken takes taking tend thank thanks thing things think thinking
  though thought through throughout thus together too took toward towards trying understand understanding unique
  unless until upon used useful usually valuable various very via wanted wants way ways well went whatever whether
  while whole wide wish within without wonder wondering worry worth yes yet
`;

/** General words that now and then name an ability. */
export const generalWords = `
  aid appreciate available complete current currently day days details discuss efficient efficiently example examples
  experience explore extra favorite first following four guidance high idea ideas impact important improve involve
  last latest learn low main major meaning moment month morning once one ones option options own popular previous
  reason recently recommend related second similar suggest suggestion suggestions third three time times tips today
  tomorrow tonight top try two upcoming user week weeks work working works world year years yesterday
`;

/**
 * Grammatical words of German, French, Spanish, Portuguese, Italian and Dutch, as people ask in them. Left out is what means something in
 * catalogs in English (`ai`, `ci`, `comment`, `des`, `die`, `dos`, `du`, `est`, `hat`, `man`, `mit`, `os`, `sin`, `war`).
 */
export const foreignStopWords = `
  aber alle als am auch auf aus bei bitte dem den der das dass ein eine einem einen einer eines er es für gib gibt habe haben hier ich ihr im
  ins ist kann kannst können mein meine meinem meinen meiner mich mir möchte muss nach nicht oder sein sich sie sind soll über um und uns
  unser unsere vom von vor wann warum was welche welcher welches wenn werden wie will wir wird wo zu zum zur zwischen
  au aux avec ce ces cet cette combien dans de depuis elle en et être faut il ils j'ai je la le les leur lequel ma mes moi mon
  ne nos notre nous où ou par pas peux pour pouvez pourrais puis quand que quel quelle quelles quels qu'est qui sa sans ses sont sur ta te
  tes toi ton tous tout toute une un vais veux voudrais vos votre vous y à
  al algún ante como cómo con cuál cuáles cuando cuándo cuánto cuánta de del desde donde dónde el ella ellos en entre es esa ese eso esta está
  este esto estoy está están favor hay la las le les lo los mi mis muy nos nuestra nuestro o para pero por porque puedes puedo que qué quién quiero
  se ser si sobre su sus te tengo tu tus un una uno unos unas y ya
  ao aos às com da das dele do dois e ela ele em essa esse estou está foi isso já meu meus minha minhas na nas no nos num numa não onde para
  pela pelo por posso pra preciso quais qual quando quanto quantos que quem quero se sem sua seu são também tem um uma você
  agli alla alle anche che chi come con cosa dal dalla dei del della delle degli dello di dove dove è gli ha ho il in io la le lo ma mi mia
  mio miei mie nel nella nei non per perché più posso potresti puoi quale quali quando quanto questa questo sono su sul sulla tra tutti tutte
  un una uno vorrei voglio
  aan alle als bij dat de deze dit een en er geef graag heb heeft het hoe hoeveel ik in is je kan kun kunt maar me met mijn naar niet nog of om
  ons onze ook op over te tot uit uw van voor waar wanneer wat welke wie wij wil willen wordt zal zijn zo zonder
`;

/**
 * Verbs of doing, in English. A query of keywords that has one is an order in English, whose object can be told to be unknown; in a query
 * without one the words that nothing has may be grammar of another language.
 */
export const doingVerbs = `
  add call cancel change check close copy create delete deploy disable download edit enable execute export fetch find generate get import
  install invoke list make move open post publish push read remove rename restart run schedule search send set show start stop submit
  summarize translate update upload view write
`;

/** Verbs of looking: a name that has one more than the query says the same (`list_dns_records` for `dns records`). */
export const readingVerbs = 'fetch find get list read retrieve search show view';
