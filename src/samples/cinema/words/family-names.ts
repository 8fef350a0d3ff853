import type { Culture } from "./given-names.ts";
import { wordList } from "./word-list.ts";

/** Family names; rarer ones on purpose, so that a chance pair seldom is somebody known. */
export const familyNames: Record<Culture, readonly string[]> = {
  english:
    wordList(`Ashdown, Barrowby, Cattermole, Dunsford, Elphick, Fairweather, Garside, Hollingbery, Inskip, Jellicoe,
    Kettlewell, Larkham, Micklethwaite, Netherby, Ockenden, Pettigrew, Quarmby, Ravenscroft, Satterthwaite, Thistlewood,
    Underhay, Vickerstaff, Wetherall, Yarborough, Applegarth, Bickerstaff, Coldwell, D'Arcy-Holt, Eastlake, Fenwright,
    Greatorex, Haythorne, Tolliver, Whitlock, Birdsall, Penhallow, Trelawney-Smith, Oakeshott`),
  irish:
    wordList(`O'Neill, O'Shaughnessy, Mac Giolla, Ó Briain, Ní Chonaill, Mulrooney, Devaney, Kilbride, McGillicuddy,
    O'Dowd-Hayes, Tierney, Scanlon, Rafferty, Geraghty, Breathnach, Lenihan, O'Malley, Cusack-Byrne, Dunleavy, Fogarty`),
  french:
    wordList(`Aubertin, Beaulieu, Castelnau, D'Aubrac, Delorme-Petit, Évrard, Fontanel, Guéret, Hautecœur, Jourdan,
    L'Hermitte, Lachaume, Marchandeau, Noirot, Pélissier, Quesnel, Roussillon, Saint-Clair, Tournebise, Vauquelin,
    Lefèvre-Roche, Brasseur-Collet, Ménard, Charpentier-Lys, Bonnefoy, Garçonnet, Thévenin, Malraison`),
  spanish:
    wordList(`Aguirrezábal, Barrenechea, Cifuentes, de la Fuente, Echeverría, Fuentespina, Galíndez, Hinojosa, Ibáñez,
    Jáuregui, Lizarraga, Montenegro, Navascués, Olavarría, Peñalosa, Quiñones, Riquelme, Santillán, Urrutia, Valdivieso,
    Yáñez, Zubizarreta, del Río, Carvajal, Muñoz-Peral, Núñez Ortega, Belmonte, Cascallana, Arreola`),
  italian:
    wordList(`Abbondanza, Bellacosa, Castelvecchio, D'Onofrio, Esposito-Ricci, Fioravanti, Gualtieri, Innocenti,
    Lombardini, Malatesta, Nardulli, Ottaviani, Passalacqua, Quattrocchi, Rondinella, Santacroce, Tagliaferri, Ubaldini,
    Vianello, Zambelli, Dell'Acqua, Di Stefano, Lo Presti, Mezzanotte, Cantalupo`),
  german:
    wordList(`Althoff, Birkenfeld, Drechsler, Eichendorf, Falkenrath, Grünwald, Hasselbach, Immergrün, Jägermeyer,
    Kleinschmidt, Lindenthal, Möllenkamp, Niederhäuser, Obermüller, Pfefferkorn, Rotenburg, Schönfelder, Tannhäuser,
    Uhlenbrock, von der Heide, Weißgerber, Zuckerriedel, Brückner, Süßmilch, Krähenbühl`),
  portuguese:
    wordList(`Albuquerque, Bragança, Carvalhais, D'Ávila, Espírito-Santo, Figueiroa, Guimarães, Lourenço, Magalhães,
    Nepomuceno, Ourém, Quintanilha, Rebelo, Sequeira, Távora, Vasconcelos, Xavier, Brandão, Falcão, Conceição`),
  polish:
    wordList(`Błaszczak, Chrząszcz, Dąbkowski, Gołębiowski, Jabłoński, Krzyżanowski, Łęcki, Michałowicz, Niedźwiedzki,
    Ostrowicz, Pękala, Rzepecki, Śliwiński, Świderek, Tyszkiewicz, Wróblewski, Zagórzański, Żurawik, Ćwikła, Mrozek`),
  nordic:
    wordList(`Ångström, Bjørkhaug, Dahlgaard, Ekström, Fjeldstad, Grønbech, Hjalmarsson, Isaksen, Kjærsgaard, Lövgren,
    Mørkeberg, Nygård, Østergaard, Rønning, Sjöstrand, Thorvaldsen, Ulvestad, Vestergaard, Øverland, Åkerblom, Lindqvist`),
  japanese:
    wordList(`Amemiya, Chikamatsu, Fujikage, Hanazawa, Ichijō, Kagemori, Kujō, Minazuki, Morishige, Natsukawa, Onodera,
    Otsuki, Sakakibara, Shiraishi, Tachibana, Tsukioka, Uehara, Yukimura, Kirishima, Asagiri`),
  korean: wordList("Baek, Cha, Eom, Gil, Heo, Jang, Ki, Maeng, Namgung, Ok, Pyo, Seonwoo, Tak, Wang, Yeom"),
  indian:
    wordList(`Agnihotri, Bhattacharjee, Chaturvedi, Deshmukh, Gokhale, Hegde, Iyengar, Joglekar, Kulkarni, Mahapatra,
    Nambiar, Parthasarathy, Raghunathan, Sengupta, Tripathi, Upadhyay, Venkataraman, Wadhwani`),
  turkish:
    wordList(`Akyıldız, Bozdağ, Çelikkol, Demirağ, Ergüven, Güngör, Hızlan, Karagöz, Küçükoğlu, Özdemir, Şahinbaş,
    Taşkıran, Uzunköprü, Yağmurlu, Yılmazer`),
  czech:
    wordList(`Březina, Čapek-Horák, Dvořáček, Fiřt, Hlaváček, Jedlička, Křenek, Lžička, Měchura, Nezval, Ouředník,
    Řezníček, Šimůnek, Vondráček, Žďárský`),
  hungarian:
    wordList(`Bánffy, Csörgő, Dömötör, Esterhás, Fülöp, Gyöngyösi, Hegedűs, Kőszegi, Lőrinczi, Mészöly, Nyárádi,
    Pálffy, Szőke, Tündérvári, Zsigmond`),
  dutch:
    wordList(`van den Bosch, Boerhaave, de Graaf, Dijkgraaf, 't Hooft, Kuipers, van Leeuwen, Molenaar, Nachtegaal,
    Oosterhuis, van Rijnsburg, Schoonhoven, Terpstra, in 't Veld, Zonneveld`),
  nigerian:
    wordList(`Abiodun, Achike, Balogun, Ezenwa, Fagbemi, Ibekwe, Nwachukwu, Obiora, Ogunleye, Okafor, Onwuachi,
    Sowande, Uzochukwu, Williams-Ade`),
  arabic:
    wordList(`Abdel-Rahim, Al-Khatib, Bakri, Chahdi, El Masry, Fakhoury, Haddadine, Jaziri, Kanaan, Mansouri, Nasrallah-Aziz,
    Ould Salem, Rahmouni, Shamoun, Tazi, Zerrouki`),
};
