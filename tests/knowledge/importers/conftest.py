"""Small guides in own words, as XML and as the JSON rendering of the same tree."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest

DC = "http://purl.org/dc/elements/1.1/"

CARD = f"""<?xml version="1.0" encoding="UTF-8"?>
<Publication xmlns:dc="{DC}" ID="F901" type="Fiche d'information"
  spUrl="https://example.org/F901">
 <dc:title>Carte de pêcheur d'étang</dc:title>
 <dc:description>Pour pêcher dans un étang, il faut une carte.</dc:description>
 <dc:date>modified 2020-03-04</dc:date>
 <FilDAriane><Niveau ID="x">Accueil</Niveau></FilDAriane>
 <Theme ID="N1"><Titre>Loisirs</Titre></Theme>
 <DossierPere ID="N2"><Titre>Pêche</Titre><Fiche ID="F901">Carte d'étang</Fiche></DossierPere>
 <Introduction><Texte><Paragraphe>La carte est <MiseEnEvidence>bleue</MiseEnEvidence>.</Paragraphe>
 </Texte></Introduction>
 <ListeSituations affichage="onglet">
  <Situation><Titre>En métropole</Titre>
   <Texte>
    <Chapitre><Titre><Paragraphe>Où s'adresser ?</Paragraphe></Titre>
     <BlocCas affichage="radio">
      <Cas><Titre>Étang communal</Titre>
       <Paragraphe>La demande est à déposer à la mairie.</Paragraphe>
       <OuSAdresser ID="R1" type="Local personnalisable"><Titre>Mairie</Titre>
        <PivotLocal>mairie</PivotLocal></OuSAdresser></Cas>
      <Cas><Titre>Étang privé</Titre>
       <OuSAdresser ID="R2" type="Local"><Titre>Fédération des étangs (Fédétang)</Titre>
       </OuSAdresser></Cas>
     </BlocCas>
    </Chapitre>
    <Chapitre><Titre><Paragraphe>Pièces à fournir</Paragraphe></Titre>
     <Paragraphe>Il faut joindre les documents suivants :</Paragraphe>
     <Liste type="puce">
      <Item><Paragraphe>Pièce d'identité ;</Paragraphe></Item>
      <Item><Paragraphe>Preuve de l'adresse, au choix :</Paragraphe>
       <Liste type="puce"><Item><Paragraphe>Quittance d'eau</Paragraphe></Item></Liste></Item>
      <Item><Paragraphe>Le cas échéant, autorisation du propriétaire</Paragraphe></Item>
     </Liste>
     <ServiceEnLigne ID="R3" type="Formulaire" URL="https://example.org/f" numerocerfa="19999*02"
      autrenumero="E 12"><Titre>Demande de carte d'étang</Titre>
      <NoticeLiee ID="R10" numerocerfa="59999#01 et 59998">Notice : Carte</NoticeLiee>
     </ServiceEnLigne>
    </Chapitre>
    <Chapitre><Titre><Paragraphe>Coût</Paragraphe></Titre>
     <Paragraphe>La carte coûte <Valeur>25\N{NO-BREAK SPACE}€</Valeur>. Elle est
      valable 1 an.</Paragraphe>
     <Tableau><Colonne largeur="50"/><Colonne largeur="50"/>
      <Rangée type="header"><Cellule><Paragraphe>Âge</Paragraphe></Cellule>
       <Cellule><Paragraphe>Prix</Paragraphe></Cellule></Rangée>
      <Rangée type="normal"><Cellule><Paragraphe>Moins de 12 ans</Paragraphe></Cellule>
       <Cellule><Paragraphe><Valeur>5 €</Valeur></Paragraphe></Cellule></Rangée>
     </Tableau>
     <ANoter><Titre>À noter</Titre><Paragraphe>Le duplicata est gratuit.</Paragraphe></ANoter>
    </Chapitre>
    <Chapitre><Titre><Paragraphe>Délai de délivrance</Paragraphe></Titre>
     <Paragraphe>La carte est délivrée dans un délai de 3 semaines.</Paragraphe></Chapitre>
   </Texte>
  </Situation>
  <Situation><Titre>À La Réunion</Titre>
   <Texte><Chapitre><Titre><Paragraphe>Coût</Paragraphe></Titre>
    <Paragraphe>Le prix est de <Valeur>12 €</Valeur>.</Paragraphe></Chapitre></Texte>
  </Situation>
 </ListeSituations>
 <OuSAdresser ID="R4" type="Centre de contact"><Titre>Allô Étang</Titre></OuSAdresser>
 <Reference ID="R5" type="Texte de référence" URL="https://example.org/l">
  <Titre>Code des étangs : articles L10-1 à L10-4</Titre>
  <Complement>Carte de pêcheur</Complement></Reference>
 <Reference ID="R6" type="Texte de référence" URL="https://example.org/d">
  <Titre>Décret n°2011-123 du 4 mai 2011 relatif aux étangs</Titre></Reference>
 <Definition ID="R7"><Titre>Étang</Titre><Texte><Paragraphe>Eau calme.</Paragraphe></Texte>
  <Reference ID="R8" type="Texte de référence" URL="https://example.org/c">
   <Titre>Code des etangs : article L1</Titre></Reference></Definition>
 <PourEnSavoirPlus ID="R9" type="Information pratique" URL="https://example.org/s">
  <Titre>Carte des étangs</Titre></PourEnSavoirPlus>
 <Mystere>Un élément que personne ne connaît</Mystere>
</Publication>
"""

BOAT = f"""<Publication xmlns:dc="{DC}" ID="F902" type="Fiche Question-réponse">
 <dc:title>Faut-il un permis pour une barque ?</dc:title>
 <dc:description>Non, une barque se conduit sans permis.</dc:description>
 <dc:date>modified 2019-12-31</dc:date>
 <Theme ID="N9"><Titre>Transports</Titre></Theme>
 <Reference ID="R5" type="Texte de référence" URL="https://example.org/l">
  <Titre>Code des étangs : article L12</Titre></Reference>
</Publication>
"""

MENU = "<Noeud ID='N1'><Titre>Menu</Titre></Noeud>"


def as_json(xml):
    """The JSON rendering of an XML guide."""

    def render(element):
        children = [{"type": "text", "text": element.text}] if element.text else []
        for child in element:
            children.append(render(child))
            if child.tail:
                children.append({"type": "text", "text": child.tail})
        name = element.tag.replace(f"{{{DC}}}", "dc:")
        node = {"type": "element", "name": name, "children": children}
        return {**node, "attributes": dict(element.attrib)} if element.attrib else node

    root = ElementTree.fromstring(xml)
    return json.dumps({"id": root.get("ID"), "children": [render(root)]})


@pytest.fixture
def guides(tmp_path):
    """A folder with two guides in XML and a menu."""
    folder = tmp_path / "guides"
    folder.mkdir()
    (folder / "F901.xml").write_text(CARD)
    (folder / "F902.xml").write_text(BOAT)
    (folder / "N1.xml").write_text(MENU)
    return folder


@pytest.fixture
def json_guides(tmp_path):
    """The same two guides in JSON."""
    folder = tmp_path / "json"
    (folder / "particuliers").mkdir(parents=True)
    (folder / "particuliers" / "F901.json").write_text(as_json(CARD))
    (folder / "particuliers" / "F902.json").write_text(as_json(BOAT))
    return folder
